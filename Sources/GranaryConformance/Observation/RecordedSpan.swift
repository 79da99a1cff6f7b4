internal import InMemoryTracing
internal import Tracing

/// A span that has ended, as texts and numbers.
struct RecordedSpan: Sendable {
    let name: String
    let trace: String
    let id: String
    let parent: String?
    let isOfClient: Bool
    let isError: Bool
    /// The attributes as texts.
    let attributes: [String: String]
    /// The content of the span, for people.
    let text: String

    init(_ span: FinishedInMemorySpan) {
        name = span.operationName
        trace = span.traceID
        id = span.spanID
        parent = span.parentSpanID
        isOfClient = span.kind == .client
        isError = span.status?.code == .error
        var attributes: [String: String] = [:]
        span.attributes.forEach { attributes[$0] = Self.text($1) }
        self.attributes = attributes
        let events = span.events.map { "\($0.name) \($0.attributes)" }
        let errors = span.errors.map { "\($0.error) \($0.attributes)" }
        text = "\(name) \(attributes) \(events) \(errors) \(span.status?.message ?? "")"
    }

    private static func text(_ attribute: SpanAttribute) -> String {
        switch attribute {
        case .string(let text): text
        case .int64(let number): "\(number)"
        case .int32(let number): "\(number)"
        default: "\(attribute)"
        }
    }
}
