import Granary
import GranaryConformance
import GranarySync

/// Throws a failure unless a condition holds.
func expect(
    _ condition: @autoclosure () throws -> Bool, _ what: @autoclosure () -> String = "a condition",
    line: Int = #line, file: String = #fileID
) throws {
    if try !condition() { throw ConformanceFailure(.broken, "\(what()) does not hold (\(file):\(line))") }
}

/// Throws a failure unless a condition that has to be waited for holds.
func expectAsync(
    _ condition: @autoclosure () async throws -> Bool, _ what: @autoclosure () -> String = "a condition",
    line: Int = #line, file: String = #fileID, isolation: isolated (any Actor)? = #isolation
) async throws {
    if try await !condition() {
        throw ConformanceFailure(.broken, "\(what()) does not hold (\(file):\(line))")
    }
}

/// Throws a failure unless an error of Granary is thrown, with a code if one is given; returns it.
@discardableResult
func expectThrows(
    _ code: GranaryError.Code? = nil, line: Int = #line, file: String = #fileID,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws -> GranaryError {
    do {
        try await body()
    } catch let error as GranaryError where code == nil || error.code == code {
        return error
    } catch {
        throw ConformanceFailure(.broken, "another error was thrown (\(file):\(line))", cause: error)
    }
    throw ConformanceFailure(.broken, "nothing was thrown (\(file):\(line))")
}

/// Throws a failure if a value is missing.
func required<T>(_ value: T?, line: Int = #line, file: String = #fileID) throws -> T {
    guard let value else { throw ConformanceFailure(.broken, "a value is missing (\(file):\(line))") }
    return value
}

/// Throws a failure when nothing is thrown.
func verifyThrows(line: Int = #line, file: String = #fileID, _ body: () throws -> Void) throws {
    do { try body() } catch { return }
    throw ConformanceFailure(.broken, "nothing was thrown (\(file):\(line))")
}

/// Throws a failure unless an error of Granary with a code is thrown.
func expectError(
    _ code: GranaryError.Code, line: Int = #line, file: String = #fileID, _ body: () throws -> some Any
) throws {
    do {
        _ = try body()
    } catch let error as GranaryError where error.code == code {
        return
    } catch {
        throw ConformanceFailure(.broken, "another error was thrown (\(file):\(line))", cause: error)
    }
    throw ConformanceFailure(.broken, "nothing was thrown (\(file):\(line))")
}

/// Throws a failure unless the error of a server is thrown.
func expectRemoteFailure(
    line: Int = #line, file: String = #fileID, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async throws {
    do {
        try await body()
    } catch is RemoteFailure {
        return
    } catch {
        throw ConformanceFailure(.broken, "another error was thrown (\(file):\(line))", cause: error)
    }
    throw ConformanceFailure(.broken, "nothing was thrown (\(file):\(line))")
}
