public import FoundationEssentials
public import Granary

/// Rows that a server has served, of any number of models.
public struct RemotePayload: Sendable {
    /// Whether all rows of the query are there; false for one of several pages.
    public var isWhole = true
    /// What was served, where it is more than what was asked for; `nil` where it is the request itself.
    ///
    /// It is the request without its limit or its condition, for instance. The rest is filtered here, and the wider request
    /// counts as served too.
    public var covers: RemoteRequest?
    /// What the server is asked with for the next page; `nil` after the last one.
    public var next: Data?
    /// What the server calls this state of the answer, as by `ETag`; `nil` if it does not say.
    public var tag: String?
    /// How long the answer is fresh, by the server's word; `nil` if it does not say.
    public var freshFor: Duration?
    /// What the server says about the answer as a whole, such as a total.
    public var metadata: [String: String] = [:]
    /// Whether the answer is still the one with the ``RemoteRequest/tag`` of the request, and has no rows.
    public private(set) var isUnchanged = false
    /// The rows, a list for each call that has added some.
    var lists: [any ServedList] = []
    /// Whether rows that belong to the answer are not among its rows: nobody may have them, or they could not be had.
    var lacksRows = false
    /// What the server says about single rows.
    private(set) var rowMetadata: [EntryPlace: [String: String]] = [:]

    /// The answer to a request with a ``RemoteRequest/tag`` is still the one with that tag, as HTTP says by 304.
    public static var unchanged: RemotePayload {
        var payload = RemotePayload()
        payload.isUnchanged = true
        return payload
    }

    /// Makes a payload without rows.
    public init() {}

    /// Makes a payload of the rows of one model.
    public init<Snapshot: ModelSnapshot>(_ rows: some Sequence<Snapshot>) { add(rows) }

    /// Adds whole rows of a model; of two with one key, the later one counts.
    public mutating func add<Snapshot: ModelSnapshot>(_ rows: some Sequence<Snapshot>) {
        let rows = Array(rows)
        if !rows.isEmpty { lists.append(ServedRows(rows: rows)) }
    }

    /// Says something about a single row, for the caller that has asked for it.
    public mutating func setMetadata<M: Model>(_ metadata: [String: String], of id: ObjectID<M>) {
        let place = EntryPlace(entity: M.modelDescription.name, key: id.key.objectKey.entryData)
        rowMetadata[place] = metadata
    }
}
