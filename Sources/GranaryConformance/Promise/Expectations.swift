package import Granary

/// Throws a failure unless a condition holds.
package func expect(
    _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String, line: Int = #line,
    file: String = #fileID
) throws {
    if try !condition() { throw ConformanceFailure(.broken, "\(message()) (\(file):\(line))") }
}

/// Throws a failure unless two values are equal.
package func expectEqual<T: Equatable>(
    _ actual: T, _ expected: T, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID
) throws {
    if actual == expected { return }
    throw ConformanceFailure(.broken, "\(what()): expected \(expected), got \(actual) (\(file):\(line))")
}

/// Throws a failure unless an error with a code is thrown; returns it.
@discardableResult
package func expectError(
    _ code: GranaryError.Code, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID,
    _ body: () throws -> Void
) throws -> GranaryError {
    do {
        try body()
    } catch {
        return try check(error, code, "\(what()) (\(file):\(line))")
    }
    throw ConformanceFailure(
        .broken, "\(what()): expected the error \(code.rawValue), nothing was thrown (\(file):\(line))")
}

/// Throws a failure unless an error with a code is thrown; returns it.
@discardableResult
package func expectErrorAsync(
    _ code: GranaryError.Code, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws -> GranaryError {
    do {
        try await body()
    } catch {
        return try check(error, code, "\(what()) (\(file):\(line))")
    }
    throw ConformanceFailure(
        .broken, "\(what()): expected the error \(code.rawValue), nothing was thrown (\(file):\(line))")
}

private func check(_ error: any Error, _ code: GranaryError.Code, _ what: String) throws -> GranaryError {
    if let failure = error as? ConformanceFailure { throw failure }
    guard let error = error as? GranaryError else {
        throw ConformanceFailure(
            .broken, "\(what): expected the error \(code.rawValue), got one of another type", cause: error)
    }
    if error.code != code {
        throw ConformanceFailure(.broken, "\(what): expected the error \(code.rawValue)", cause: error)
    }
    return error
}
