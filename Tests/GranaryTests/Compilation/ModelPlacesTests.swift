import Testing

/// Models in files of their own, nested in types, and in another module, public and internal: they are queried, related,
/// sent and migrated as those of the program.
@Suite(.timeLimit(.minutes(5))) struct ModelPlacesTests {
    private static let catalogue = BuiltProgram.Module(
        name: "Catalogue",
        files: [
            "Film": """
            import Granary
            @Model public final class Film {
                public var id: Int
                public var title: String
                public var genre: Genre = .drama
                @Relationship public var director: Director?
                @Relationship(inverse: \\House.Screening.film, onDelete: .cascade)
                public var screenings: ToMany<House.Screening>
            }
            public enum Genre: String, Sendable { case drama, comedy }
            """,
            "Director": """
            import Granary
            @Model public final class Director {
                public var id: Int
                public var name: String
                @Relationship(inverse: \\Film.director) public var films: ToMany<Film>
            }
            """,
            "House": """
            import Granary
            public enum House {
                @Model public final class Screening {
                    public var id: Int
                    public var day: Int
                    @Relationship public var film: Film?
                    @Relationship var note: Note?
                }
                @Model final class Note {
                    var id: Int
                    var text: String
                    @Relationship(inverse: \\Screening.note) var screenings: ToMany<Screening>
                }
            }
            """,
            "Hooks": """
            import Granary
            extension Film: WillSave {
                public func willSave(_ save: ModelSave) { if title.isEmpty { title = "untitled" } }
            }
            extension House.Note: WillInsert {
                func willInsert(_ save: ModelSave) { text += "!" }
            }
            """,
            "Versions": """
            import Granary
            public enum Version1 {
                @Model public final class Film {
                    public var id: Int
                    public var title: String
                }
            }
            public enum Version2 {
                public static let models: [any DescribedModel.Type] = [
                    Film.self, Director.self, House.Screening.self, House.Note.self,
                ]
                public static func noted(_ screening: House.Screening) -> String? { screening.note?.text }
                public static func screening(of film: Film) -> House.Screening {
                    House.Screening(id: 1, day: 3, film: film, note: House.Note(id: 1, text: "sold out"))
                }
            }
            """,
        ])

    private static let program = """
        import Catalogue
        import Granary
        import GranarySQLite

        @Model final class Rating {
            var id: Int
            var stars: Int
            @Relationship var film: Film?
        }

        func open(_ schema: Schema) async throws -> PersistentStack {
            try await PersistentStack.open(
                schema, configuration: .values([StoreConfiguration(name: "Default", type: .sqlite)]),
                backends: [.sqlite])
        }

        let first = try Schema("Catalogue", models: [Version1.Film.self])
        let old = try await open(first)
        try await old.perform { context in
            try context.insert(Version1.Film(id: 1, title: ""))
            try context.save()
        }
        try await old.close()

        let second = try Schema("Catalogue", models: Version2.models + [Rating.self])
        let migration = Migration(from: first, to: second) { work in
            try work.each("Film") { old in
                guard case .integer(let id)? = old["id"] else { return }
                try work.context.object(Film.self, Int(id))?.genre = .comedy
            }
        }
        let stack = try await open(second.following([migration]))
        try await stack.perform { context in
            let film = try context.single(Film.all)
            film.director = Director(id: 1, name: "Scott")
            try context.insert(Version2.screening(of: film))
            try context.insert(Rating(id: 1, stars: 5, film: film))
            try context.save()
        }
        let films = try await stack.perform { context in
            try context.fetch(
                Film.where {
                    $0.director.name == "Scott"
                    $0.genre == .comedy
                    $0.screenings.any { $0.day == 3 }
                }
            ).map(\\.snapshot)
        }
        let ratings = try await stack.perform { try $0.fetch(Rating.where { $0.film.title.hasPrefix("un") }).map(\\.stars) }
        let notes = try await stack.perform { try $0.fetch(House.Screening.all).map { Version2.noted($0) ?? "" } }
        print(films.map(\\.title), films.map(\\.genre.rawValue), films.compactMap(\\.director), ratings, notes)
        try await stack.close()
        """

    @Test func nestedInFilesAndInAnotherModule() throws {
        do {
            let (output, status) = try BuiltProgram(Self.program, beside: Self.catalogue).run([])
            #expect(
                status == 0 && output == "[\"untitled\"] [\"comedy\"] [1] [5] [\"sold out!\"]\n", "\(output)")
        } catch let failure as BuiltProgram.Failure {
            Issue.record("\(failure.output)")
        }
    }
}
