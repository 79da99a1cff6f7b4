import Granary
import Testing

/// Expects the body to throw a `GranaryError` of one code.
func expectError<R>(
    _ code: GranaryError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) {
    do {
        _ = try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? GranaryError)?.code == code, sourceLocation: sourceLocation)
    }
}
