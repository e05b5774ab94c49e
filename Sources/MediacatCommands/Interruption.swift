internal import LinuxSystem
internal import Synchronization

/// Ctrl-C and its kin: the command ends what it is doing, then the program dies by the signal.
enum Interruption {
  /// Runs a command; a signal cancels it.
  static func run(_ body: @escaping @Sendable () async throws -> Int32) async throws -> Int32 {
    let signal = SignalBox()
    let task = Task { try await body() }
    try Signals.onTermination { number in
      signal.set(number)
      task.cancel()
    }
    do {
      let status = try await task.value
      if let number = signal.value { Signals.die(by: number) }
      return status
    } catch {
      if let number = signal.value { Signals.die(by: number) }
      throw error
    }
  }

  /// The signal that came first, if one did.
  private final class SignalBox: Sendable {
    private let number = Atomic<Int32>(0)

    var value: Int32? {
      let value = number.load(ordering: .acquiring)
      return value == 0 ? nil : value
    }

    func set(_ value: Int32) { number.store(value, ordering: .releasing) }
  }
}
