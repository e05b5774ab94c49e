import Testing

/// What starts workers, one test at a time: some count the workers that run.
@Suite("Workers", .serialized) enum WorkerTests {}
