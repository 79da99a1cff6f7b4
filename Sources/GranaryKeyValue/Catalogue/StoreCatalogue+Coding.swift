internal import FoundationEssentials
internal import Granary

extension StoreCatalogue {
    /// The catalogue as JSON, with its names in alphabetical order.
    ///
    /// - Throws: `GranaryError.Code.engine` if it cannot be encoded, which no catalogue causes.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw GranaryError(.engine, "The store's catalogue cannot be written as JSON.", cause: error)
        }
    }

    /// Decodes JSON.
    ///
    /// - Throws: `GranaryError.Code.newer` for a later format; `GranaryError.Code.corrupt` if it is not a catalogue.
    package init(json: [UInt8]) throws {
        let (data, decoder) = (Data(json), JSONDecoder())
        // The format alone first: a newer catalogue may not decode, and would be taken for a damaged one.
        guard let head = try? decoder.decode(Head.self, from: data), head.format >= 1 else {
            throw Self.damaged
        }
        guard head.format <= Self.formatVersion else {
            throw GranaryError(
                .newer,
                "The store has format \(head.format), and this version of Granary knows formats up to \(Self.formatVersion); it was left untouched. Use a newer version of Granary."
            )
        }
        guard let catalogue = try? decoder.decode(Self.self, from: data), catalogue.isSound else {
            throw Self.damaged
        }
        self = catalogue
    }

    /// The part that every format has.
    private struct Head: Decodable { var format: Int }

    private static var damaged: GranaryError {
        GranaryError(
            .corrupt,
            "The store's catalogue is damaged; it was left untouched. Restore it from a backup."
        )
    }

    /// Whether all numbers are in range and each is used once.
    private var isSound: Bool {
        Self.areSound(tables.map(\.id), below: nextTable)
            && Set(tables.map(\.name)).count == tables.count
            && tables.allSatisfy { table in
                Self.areSound(table.columns.map(\.id), below: table.nextColumn)
                    && Self.areSound(table.indexes.map(\.id), below: table.nextIndex)
                    && !table.key.isEmpty
                    && Set(table.columns.map(\.name)).isSuperset(of: table.key)
                    && !table.columns.contains { $0.isOptional && $0.initial != nil }
            }
    }

    private static func areSound(_ ids: [Int], below next: Int) -> Bool {
        next <= 65_536 && Set(ids).count == ids.count && ids.allSatisfy { $0 > 0 && $0 < next }
    }
}
