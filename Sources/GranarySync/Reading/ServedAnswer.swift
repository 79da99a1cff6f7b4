/// What a request leaves for those who have waited for it, besides the rows in the store.
struct ServedAnswer: Sendable {
    var next: PageStart?
    var metadata: [String: String] = [:]
    var rowMetadata: [EntryPlace: [String: String]] = [:]
}
