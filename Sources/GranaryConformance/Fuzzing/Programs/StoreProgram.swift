import Granary

/// The program of a differential run on a store: a schema and steps, as values, so that it can be repeated and made
/// smaller.
struct StoreProgram: Sendable {
    /// The models.
    var models: [ModelDescription]
    /// The steps, in order.
    var steps: [StoreStep]

    /// The schema, all in one configuration.
    func schema() throws -> Schema { try Schema("Fuzz", descriptions: models.map { ($0, nil) }) }
}

/// One call of one of the sessions.
struct StoreStep: Sendable {
    /// The position of the session.
    var session: Int
    /// The call.
    var action: Action

    /// A call.
    enum Action: Sendable {
        case commit([RowChange])
        case fetch(FetchPlan)
        case count(FetchPlan)
        case aggregate(AggregatePlan)
        /// Two fetches whose rows are read alternately.
        case interleave(FetchPlan, FetchPlan)
        case links(table: String, fromFirst: Bool, keys: [ObjectKey])
        case missing(entity: String, keys: [ObjectKey])
        case reserve(entity: String, count: Int)
        case refresh
    }
}

/// One change of a commit.
enum RowChange: Sendable {
    case insert(entity: String, RowPlan)
    case update(entity: String, ObjectKey, VersionRule, RowPlan)
    case delete(entity: String, ObjectKey, VersionRule)
    case require(entity: String, ObjectKey, VersionRule)
    case link(table: String, ObjectKey, ObjectKey, isAdded: Bool)
}

/// The version that a change requires of the row.
enum VersionRule: String, Sendable {
    /// The one this session's snapshot shows.
    case seen
    /// Any.
    case any
    /// One that no row has.
    case wrong
}

/// The columns of some properties, by their names: others are null in a new row, and left alone in a changed one.
struct RowPlan: Sendable {
    var values: [String: [Value]]
}

/// A fetch, by the name of its entity.
struct FetchPlan: Sendable {
    var entity: String
    var selection: FetchRequest.Selection = .all
    var predicate: ExpressionTree?
    var sort: [SortTerm] = []
    var offset = 0
    var limit: Int?

    /// The request for the entity of a schema.
    func request(_ entity: Entity) -> FetchRequest {
        var request = FetchRequest(entity: entity)
        request.selection = selection
        request.predicate = predicate
        request.sort = sort
        request.offset = offset
        request.limit = limit
        return request
    }

    /// Whether only the order within one object that is referred to is promised.
    var isGroupedByReference: Bool {
        guard case .referring = selection else { return false }
        return sort.isEmpty && offset == 0 && limit == nil
    }
}

/// An aggregate over a fetch.
struct AggregatePlan: Sendable {
    var rows: FetchPlan
    var groups: [ExpressionTree] = []
    var columns: [AggregateRequest.Column] = []
    var having: ExpressionTree?
    var order: [AggregateRequest.Order] = []
    var offset = 0
    var limit: Int?

    /// The request for the entity of a schema.
    func request(_ entity: Entity) -> AggregateRequest {
        var request = AggregateRequest(rows: rows.request(entity))
        request.groups = groups
        request.columns = columns
        request.having = having
        request.order = order
        request.offset = offset
        request.limit = limit
        return request
    }
}
