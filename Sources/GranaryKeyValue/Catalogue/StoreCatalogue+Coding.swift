internal import FoundationEssentials
internal import GranaryStore

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
        guard let read = try? JSONDecoder().decode(Versioned.self, from: Data(json)), read.format >= 1 else {
            throw Self.damaged
        }
        guard read.format <= Self.formatVersion else {
            throw GranaryError(
                .newer,
                "The store has format \(read.format), and this version of Granary knows formats up to \(Self.formatVersion); it was left untouched. Use a newer version of Granary."
            )
        }
        guard let catalogue = read.catalogue, catalogue.isSound else { throw Self.damaged }
        self = catalogue
    }

    /// The format, which every version has, and the catalogue if it can be read.
    private struct Versioned: Decodable {
        let format: Int
        let catalogue: StoreCatalogue?

        private enum CodingKeys: String, CodingKey { case format }

        init(from decoder: any Decoder) throws {
            format = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .format)
            // A newer catalogue may not decode, and would be taken for a damaged one.
            catalogue = try? StoreCatalogue(from: decoder)
        }
    }

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
