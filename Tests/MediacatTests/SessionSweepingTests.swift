import TestSupport
import Testing

@Suite("Sessions of killed programs, behaviours 2J") struct SessionSweepingTests {
  /// `start N` runs a picker of its own program that selects one item, and waits until its session
  /// stands in a file; `age ID` makes it one that nobody came back to.
  private static let functions = """
    start() {
      mkfifo in$1
      CustomShell c.sqlite < in$1 > out$1 &
      eval "job$1=$!"
      eval "exec $((10 + $1))> in$1"
      printf 'page\\n0\\n' > in$1
      for i in $(seq 400); do
        test "$(ls c.sqlite-picker/sessions 2> /dev/null | grep -c 'json$')" = $1 && return
        sleep 0.05
      done
      echo "picker $1 wrote no session"; exit 1
    }
    age() {
      sed -E 's/"touched":[0-9]+/"touched":1/' c.sqlite-picker/sessions/$1 > aged
      mv aged c.sqlite-picker/sessions/$1
    }
    sweep() { mediacat pick --select 1 > /dev/null; ls c.sqlite-picker/sessions; }
    waiting() { mediacat status | grep pickers; }
    """

  @Test func `are kept while they run and can be resumed, and removed when nobody came`() {
    let shell = Shell()
    let result = shell.run(
      Self.functions + """

        mkdir photos
        ffmpeg -v error -f lavfi -i color=red:size=16x16 -frames:v 1 photos/a.png
        mediacat index photos > /dev/null
        mediacat status | grep -c pickers
        start 1
        old=$(ls c.sqlite-picker/sessions)
        age $old
        start 2
        echo "run: $(sweep | grep -c json) $(waiting)"
        kill -9 $job1 $job2; wait $job1 $job2 2> /dev/null
        echo "killed: $(waiting)"
        mediacat status --json | grep -o '"waiting_pickers":[0-9]*'
        touch c.sqlite-picker/sessions/notes
        sweep > left
        echo "swept: $(grep -c $old left) $(grep -c json left) $(grep -c notes left)"
        echo "then: $(waiting)"
        """)
    #expect(
      result.lines == [
        "0", "run: 2 ", "killed: pickers   2 to be resumed", #""waiting_pickers":2"#,
        "swept: 0 1 1", "then: pickers   1 to be resumed",
      ], "\(result.output)\(result.errors)")
  }
}
