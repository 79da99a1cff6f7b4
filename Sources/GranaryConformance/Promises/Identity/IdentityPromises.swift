import FoundationEssentials
import Granary

/// A context has one object per key, however it is obtained.
enum IdentityPromises: PromiseList {
    static let category = ConformanceCategory.identity

    private static func journey(_ number: Int) -> Journey {
        Journey(
            day: makeDate(2024, 1, 1) + Double(number), carrier: "UA", number: number,
            origin: makeUUID(UInt64(number)),
            isReturn: number % 2 == 0, seats: number)
    }

    static let promises: [ConformancePromise] = [
        promise("Two fetches give the same objects") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
            }
            try await bench.perform { context in
                let first = try context.fetch(Book.all)
                let second = try context.fetch(Book.where { $0.id > 0 }.sorted { $0.id.descending })
                try expect(
                    zip(first, second.reversed()).allSatisfy { $0 === $1 },
                    "two fetches gave different objects")
                try expect(
                    try context.object(Book.self, 3) === first[2], "a look-up by key gave another object")
                try expect(
                    try context.first(Chapter.all)?.book === first[0], "a relationship gave another object")
                try expect(
                    first[0].author?.books.first === first[0],
                    "following a relationship there and back gave another object")
            }
        },
        promise("An inserted object is the object of its key, before and after the save") { bench in
            try await bench.perform { context in
                let tag = Tag(word: "t")
                try context.insert(tag)
                try expect(
                    try context.object(Tag.self, "t") === tag, "the unsaved object is not found by key")
                try expect(try context.fetch(Tag.all).first === tag, "the unsaved object is not fetched")
                try context.save()
                try expect(try context.object(Tag.self, "t") === tag, "the saved object is not found by key")
                try expect(try context.fetch(Tag.all).first === tag, "the saved object is not fetched")
            }
        },
        promise("The object of a key that does not exist is nil") { bench in
            try await bench.perform { context in
                try expect(try context.object(Book.self, 1) == nil, "an object has an unused integer key")
                try expect(try context.object(Tag.self, "x") == nil, "an object has an unused text key")
                try expect(
                    try context.object(Stamp.self, makeUUID(1)) == nil, "an object has an unused UUID key")
                try expect(
                    try context.object(journey(1).objectID) == nil, "an object has an unused compound key")
                try expect(try context.object(Book.self, 1) == nil, "the second look-up found an object")
            }
        },
        promise("An identity finds its object in another context") { bench in
            let id = try await bench.perform { context in
                let tag = Tag(word: "\u{E9}", weight: 4)
                try context.insert(tag)
                try context.save()
                return tag.objectID
            }
            let weights = try await bench.perform { context in
                [try context.object(id)?.weight, try context.object(ObjectID<Tag>("e\u{301}"))?.weight]
            }
            try expectEqual(weights, [4, nil], "weights of the composed and the decomposed key")
        },
        promise("Compound keys find, distinguish and delete objects") { bench in
            try await bench.perform { context in
                for number in 0..<20 { try context.insert(journey(number)) }
                try context.save()
            }
            try await bench.perform { context in
                let found = try context.object(journey(7).objectID)
                try expectEqual(found?.seats, 7, "seats of the journey found by key")
                try expect(
                    try context.fetch(Journey.where { $0.number == 7 }).first === found,
                    "a predicate gave another object")
                let changed = journey(7)
                changed.isReturn = true
                try expect(
                    try context.object(changed.objectID) == nil,
                    "an object is found by a key that differs in one part")
                if let found { try context.delete(found) }
                try context.save()
                try expectEqual(try context.count(Journey.all), 19, "journeys")
            }
        },
        promise("An object with a compound key can be referred to") { bench in
            try await bench.perform { context in
                let (first, second) = (journey(1), journey(2))
                first.following = second
                try context.insert(first)
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.object(journey(1).objectID)?.following?.seats, 2,
                    "seats of the following journey")
                try expectEqual(
                    try context.count(Journey.where { $0.following.seats == 2 }), 1,
                    "journeys by a predicate on the following one")
                try expectEqual(
                    try context.count(Journey.where { $0.following == journey(2).objectID }), 1,
                    "journeys by the identity of the following one"
                )
            }
        },
        promise("Objects by a list of identities come in key order, without missing ones") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                let ids = [7, 2, 99, 2, 5].map { ObjectID<Book>($0) }
                try expectEqual(try context.objects(ids).map(\.id), [2, 5, 7], "books")
                try expectEqual(try context.objects([ObjectID<Book>]()).count, 0, "objects of no identities")
            }
        },
        promise("A snapshot leaves the context and holds what was read") { bench in
            let snapshot = try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                return try context.object(Book.self, 1)?.snapshot
            }
            try expectEqual(snapshot?.title, "100% sure", "title")
            try expectEqual(snapshot?.pages, 320, "pages")
            let coded = try JSONEncoder().encode(snapshot)
            try expectEqual(
                try JSONDecoder().decode(Book.Snapshot.self, from: coded).price, 12.5,
                "the price after encoding and decoding")
        },
    ]
}
