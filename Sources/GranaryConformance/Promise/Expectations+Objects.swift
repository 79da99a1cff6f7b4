import Granary

/// Throws a failure if a value is missing.
func unwrap<T>(_ value: T?, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID)
    throws -> T
{
    guard let value else { throw ConformanceFailure(.broken, "\(what()) is missing (\(file):\(line))") }
    return value
}

extension Context {
    /// The object with a key; throws a failure if there is none.
    func existing<M: Model>(_ type: M.Type, _ key: M.Key, line: Int = #line, file: String = #fileID) throws
        -> M
    {
        try unwrap(try object(type, key), "\(type) \(key)", line: line, file: file)
    }
}

extension ConformanceBench {
    /// Runs a closure in a unit of work, then saves.
    func save<R: Sendable>(
        _ options: ContextOptions? = nil, _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        try await perform(options) { context in
            let result = try body(context)
            try context.save()
            return result
        }
    }

    /// Inserts the library and saves it.
    func saveLibrary() async throws { try await save { try Library.insert(in: $0) } }
}
