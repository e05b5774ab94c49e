import MediaWorkers
import Testing

@Suite("What is told of the workers' protections") struct ProtectionTests {
  @Test func `is one line, and each protection is in it once`() throws {
    let shell = Shell()
    shell.makePhotos(1)
    shell.run("mediacat index photos", expecting: 0)
    let plain = shell.run("mediacat status", expecting: 0).lines
    let all = shell.run("mediacat status --protections", expecting: 0).lines
    #expect(Array(all.dropLast()) == plain)
    let line = try #require(all.last)
    #expect(line.hasPrefix("workers   "))
    for kind in WorkerProtections.Kind.allCases {
      #expect(line.split(separator: kind.rawValue, omittingEmptySubsequences: false).count == 2)
    }
    let names = shell.run(
      """
      mediacat status --protections --json > status.json
      sqlite3 :memory: "WITH s(j) AS (SELECT readfile('status.json'))
        SELECT value FROM s, json_each(j, '$.protections.holding')
        UNION ALL SELECT json_extract(value, '$.name') FROM s, json_each(j, '$.protections.lacking')"
      """, expecting: 0
    ).lines
    #expect(Set(names) == Set(WorkerProtections.Kind.allCases.map(\.rawValue)) && names.count == 4)
  }

  @Test func `is asked of a worker only when it is wanted`() {
    let shell = Shell(["MEDIACAT_WORKER": "/nonexistent"])
    shell.run("sqlite3 -version && mediacat album create Spring && mediacat status", expecting: 0)
    let result = shell.run("mediacat status --protections")
    #expect(result.status != 0 && result.errors.contains("/nonexistent"))
  }
}
