import FoundationEssentials
import Granary

/// What is known about an answer, besides its objects.
struct AnswerState: Sendable {
    var isRemote = false
    var isComplete = true
    var servedAt: Date?
    var error: GranaryError?
    var metadata: [String: String] = [:]
    var rowMetadata: [EntryPlace: [String: String]] = [:]
    var next: PageStart?
    /// The keys of the objects that lack something that was never served.
    var lacking: Set<ObjectKey> = []
    /// The keys of objects that are here and left out, since the contract of the reader does not accept them.
    var broken: Set<ObjectKey> = []

    /// The state of the answer about a model that is not synced.
    init() {}

    /// Reads what the server has served of a query.
    init(_ digest: QueryDigest, _ age: AnswerAge, in context: Context) throws {
        let digests = digest.sufficient
        let served = try context.fetch(SyncQuery.where { $0.digest.isIn(digests) && $0.isWhole == true })
        isComplete = served.contains(where: age.accepts)
        let newest = served.max { $0.servedAt < $1.servedAt }
        servedAt = newest?.servedAt
        metadata = EntryTexts.texts(newest?.metadata)
    }
}
