/// What a check inside a unit of work throws: such checks run on a thread where the testing library knows no test.
package struct CheckFailed: Error, CustomStringConvertible {
    /// What is not as it should be, and where.
    package let description: String

    /// Makes the error.
    package init(description: String) { self.description = description }
}

/// Throws when a condition does not hold.
package func verify(
    _ condition: Bool, _ what: @autoclosure () -> String = "a check", line: Int = #line,
    file: String = #fileID
) throws {
    if !condition { throw CheckFailed(description: "\(what()) failed (\(file):\(line))") }
}

/// Throws when nothing is thrown.
package func verifyThrows(line: Int = #line, file: String = #fileID, _ body: () throws -> Void) throws {
    do { try body() } catch { return }
    throw CheckFailed(description: "nothing was thrown (\(file):\(line))")
}

/// The value, when there is one.
package func required<T>(_ value: T?, line: Int = #line, file: String = #fileID) throws -> T {
    guard let value else { throw CheckFailed(description: "there is no value (\(file):\(line))") }
    return value
}
