import FoundationEssentials
import Granary
import GranarySync

@Model final class Harbor {
    var id: UUID
    var name: String
    @Relationship(inverse: \Voyage.harbor, onDelete: .nullify) var voyages: ToMany<Voyage>
    @Relationship var canals: ToMany<Canal>

    init(_ name: String) {
        id = UUID()
        self.name = name
    }
}

@Model final class Canal {
    var id: UUID
    var name: String
    @Relationship(inverse: \Harbor.canals) var harbors: ToMany<Harbor>

    init(_ name: String) {
        id = UUID()
        self.name = name
    }
}

@Model final class Voyage {
    var id: UUID
    var title: String
    @Relationship var harbor: Harbor?
    @Relationship var former: Voyage?
    @Relationship(inverse: \Voyage.former, onDelete: .nullify) var later: ToMany<Voyage>
    @Relationship(inverse: \LogEntry.voyage, onDelete: .cascade) var entries: ToMany<LogEntry>
    @Relationship var pennant: Pennant?

    init(_ title: String, harbor: Harbor? = nil, former: Voyage? = nil) {
        id = UUID()
        self.title = title
        self.harbor = harbor
        self.former = former
    }
}

/// An entry in the log of a voyage.
@Model final class LogEntry {
    var id: UUID
    var text: String
    var isPublic: Bool
    @Relationship(.required) var voyage: Voyage?
    @Relationship var sailor: Sailor?

    init(_ text: String, isPublic: Bool = true, voyage: Voyage? = nil, sailor: Sailor? = nil) {
        id = UUID()
        self.text = text
        self.isPublic = isPublic
        self.voyage = voyage
        self.sailor = sailor
    }
}

@Model final class Sailor {
    var id: UUID
    var name: String
    @Relationship var home: Harbor?
    @Relationship var favorite: Voyage?
    @Relationship(inverse: \LogEntry.sailor, onDelete: .nullify) var entries: ToMany<LogEntry>

    init(_ name: String, home: Harbor? = nil) {
        id = UUID()
        self.name = name
        self.home = home
    }
}

/// A model that is not synced.
@Model final class Pennant {
    var id: UUID
    var color: String

    init(_ color: String) {
        id = UUID()
        self.color = color
    }
}

/// The schema of graphs, in which everything leads to everything.
func fleetSchema() throws -> Schema {
    try Schema(
        "Fleet",
        models: [Harbor.self, Canal.self, Voyage.self, LogEntry.self, Sailor.self, Pennant.self]
    ).syncing {
        Synced(Harbor.self)
        Synced(Canal.self)
        Synced(Voyage.self)
        Synced(LogEntry.self)
        Synced(Sailor.self)
    }
}
