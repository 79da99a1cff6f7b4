package import Granary
package import Testing

/// The error of Granary that a closure throws; `nil` when it throws none.
package func failure<R>(_ body: () throws -> R) -> GranaryError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? GranaryError
    }
}

/// Expects a closure to throw an error of Granary with a code.
package func expectError<R>(
    _ code: GranaryError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) {
    do {
        _ = try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? GranaryError)?.code == code, sourceLocation: sourceLocation)
    }
}
