import FoundationEssentials
import Granary

/// One change of one object that the server has not accepted yet.
@Model(indexes: [["entity", "key"]]) final class SyncEntry {
    /// The identity of the change, by which a server knows a repeated one.
    var id: UUID
    /// The same for all changes of one save.
    var save: UUID
    /// The place of the change among those of its save.
    var place: Int
    /// The name of the model.
    var entity: String
    /// The key of the object, in the compact format.
    var key: Data
    var kind: EntryKind
    /// What has changed, in the compact format; it never changes.
    var values: Data
    /// What the server held when it was asked last, where that is not what `values` says.
    var base: Data?
    /// The version of the row that the save replaced.
    var replaced: Int64?
    /// The number of the save in its store; until it is noted here, the entry's own version.
    var number: Int64?
    var state: EntryState
    /// How often it was sent.
    var attempts: Int
    /// Why the server has refused it.
    var refusal: String?
    /// In which way the server has refused it.
    var cause: RefusalCause?
    /// The row that the server held when it refused the write, in the compact format.
    var theirs: Data?

    init(
        save: UUID, place: Int, entity: String, key: Data, kind: EntryKind, values: Data, replaced: Int64?,
        state: EntryState
    ) {
        id = SyncBookkeeping.identifiers.makeUUID()
        self.save = save
        self.place = place
        self.entity = entity
        self.key = key
        self.kind = kind
        self.values = values
        self.replaced = replaced
        self.state = state
        attempts = 0
    }
}

extension SyncEntry {
    /// The number of the save, by which entries are in order.
    var order: Int64 { number ?? _objectState.version }

    /// Whether the server may have it: it was sent, and may be released again after a refusal.
    var mayHaveLeft: Bool { state != .waiting || attempts > 0 }

    /// Keeps the number before the first change of the entry, which gives its row another version.
    func noteNumber() { if number == nil { number = _objectState.version } }

    /// The entries with some identities, read by one request; none where there is only one, which is found as fast alone.
    ///
    /// As long as they are held, the context finds each without a request.
    static func loaded(_ ids: [UUID], in context: Context) throws -> [SyncEntry] {
        ids.count < 2 ? [] : try context.objects(ids.lazy.map { ObjectID<SyncEntry>($0) })
    }
}
