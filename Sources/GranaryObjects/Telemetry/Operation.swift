/// An operation that a stack reports.
package struct Operation: Sendable, Hashable {
    /// The kind of operation; the raw value is its name in reports.
    package enum Kind: String, Sendable {
        /// A unit of work, from entering its closure to leaving it.
        case unitOfWork = "perform"
        /// Objects by a query.
        case fetch
        /// An object by its key, where it had to be fetched.
        case find
        /// Objects one after the other.
        case stream
        /// The members of a relationship, for objects that were fetched together.
        case load
        /// Loaded objects that are read again.
        case refresh
        /// A count.
        case count
        /// Sums, means and groups.
        case aggregate
        /// Single values.
        case select
        /// A native query.
        case native
        /// A batch update.
        case update
        /// A batch delete.
        case delete
        /// A save of a context, in all its stores.
        case save
        /// Carrying out and checking the part of a save that goes to one of several stores.
        case prepare
        /// Making the part of a save that goes to one store durable.
        case commit
        /// Opening a store.
        case open
        /// Closing a store.
        case close
        /// A request to a server whose local side the store is.
        case ask
        /// Writes on their way to a server, until it has answered.
        case send
        /// Taking what a server has served into a context.
        case merge
    }

    /// The kind of operation.
    package let kind: Kind
    /// The entity it is about, with the relationship where one is loaded (`Flight.airline`); empty for none.
    package var collection = ""
    /// The configurations of the store concerned; empty when several stores may be.
    package var namespace = ""
    /// The type of that store; empty when several stores may be concerned.
    package var system = ""

    /// Describes an operation on no entity and no store.
    package init(_ kind: Kind) { self.kind = kind }

    /// Describes an operation on an entity.
    package init(_ kind: Kind, of collection: String) {
        self.kind = kind
        self.collection = collection
    }

    /// Describes an operation on a store.
    package init(_ kind: Kind, namespace: String, system: StoreType) {
        self.kind = kind
        self.namespace = namespace
        self.system = system.name
    }

    /// The name of its span: the operation and its target, as the OpenTelemetry conventions ask.
    package var spanName: String {
        let target = collection.isEmpty ? namespace : collection
        return target.isEmpty ? kind.rawValue : "\(kind.rawValue) \(target)"
    }

    /// Its attributes, under the names of the OpenTelemetry conventions.
    package var attributes: [(String, String)] {
        var attributes = [("db.operation.name", kind.rawValue)]
        if !collection.isEmpty { attributes.append(("db.collection.name", collection)) }
        if !namespace.isEmpty { attributes.append(("db.namespace", namespace)) }
        if !system.isEmpty { attributes.append(("db.system.name", system)) }
        return attributes
    }
}
