internal import Granary

/// The models of the table's stores, in the versions that they are migrated to.
enum First {
    @Model final class Ticket {
        var id: Int
        var title: String
        var code: String
        var score: Int
    }
}

/// An optional attribute more.
enum WithOptional {
    @Model final class Ticket {
        var id: Int
        var title: String
        var code: String
        var score: Int
        var note: String?
    }
}

/// A required attribute more, with a default.
enum WithRequired {
    @Model final class Ticket {
        var id: Int
        var title: String
        var code: String
        var score: Int
        @Attribute(default: "open") var state: String
    }
}

/// An index more.
enum WithIndex {
    @Model final class Ticket {
        var id: Int
        var title: String
        @Attribute(.indexed) var code: String
        var score: Int
    }
}

/// A required attribute that code computes.
enum WithCode {
    @Model final class Ticket {
        var id: Int
        var title: String
        var code: String
        var score: Int
        var initial: String
    }
}

/// The versions of the schema.
enum Version: Sendable {
    case first, withOptional, withRequired, withIndex, withCode, withCodeInChunks
    /// The version with an optional attribute, filled by a backfill.
    case filling

    func schema() throws -> Schema {
        switch self {
        case .first: try Schema("Tickets", models: [First.Ticket.self])
        case .withOptional: try Schema("Tickets", models: [WithOptional.Ticket.self])
        case .withRequired: try Schema("Tickets", models: [WithRequired.Ticket.self])
        case .withIndex: try Schema("Tickets", models: [WithIndex.Ticket.self])
        case .filling: try Schema("Tickets", models: [WithOptional.Ticket.self]).filling([Self.notes])
        case .withCode: try Self.coded(Self.fillOneByOne)
        case .withCodeInChunks: try Self.coded(Self.fillInChunks)
        }
    }

    static let notes = Backfill(WithOptional.Ticket.self) { $0.note.set(to: $0.title) }

    private static func coded(_ fill: @escaping @Sendable (MigrationWork) throws -> Void) throws -> Schema {
        let schema = try Schema("Tickets", models: [WithCode.Ticket.self])
        return schema.following([Migration(from: try Version.first.schema(), to: schema, fill)])
    }

    /// Visits the old rows, and finds the object of each by its key.
    @Sendable private static func fillOneByOne(_ work: MigrationWork) throws {
        try work.each("Ticket") { old in
            guard case .integer(let id)? = old["id"] else { return }
            let ticket = try work.context.object(WithCode.Ticket.self, Int(id))
            ticket?.initial = String(ticket?.title.prefix(1) ?? "")
        }
    }

    /// Fetches a thousand objects at a time; the old rows have nothing to add.
    @Sendable private static func fillInChunks(_ work: MigrationWork) throws {
        var last = 0
        while true {
            let chunk = WithCode.Ticket.where { $0.id > last }.sorted { $0.id.ascending }.limit(1_000)
            let tickets = try work.context.fetch(chunk)
            guard let end = tickets.last?.id else { return }
            for ticket in tickets { ticket.initial = String(ticket.title.prefix(1)) }
            try work.save()
            last = end
        }
    }
}
