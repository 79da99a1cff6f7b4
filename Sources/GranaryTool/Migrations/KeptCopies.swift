import Granary

/// The copies and older stores that migrations have put aside from some stores.
struct KeptCopies {
    let stores: [PlacedStore]

    /// Deletes a copy, by its place or the last part of it.
    ///
    /// - Returns: its place.
    /// - Throws: ``GranaryError/Code/notFound`` when there is none of this name, or several.
    func drop(_ name: String) throws -> String {
        let all = try stores.flatMap { store in
            try store.kept().compactMap { kept in
                try store.backend.location(of: kept).map { (store: store, kept: kept, place: $0) }
            }
        }
        let found = all.filter { $0.place == name || $0.place.parts(between: "/").last == name }
        guard let copy = found.first, found.count == 1 else {
            let places = all.map { "\n- \($0.place)" }.joined()
            throw GranaryError(
                .notFound,
                all.isEmpty
                    ? "Nothing was put aside from these stores."
                    : "\(found.isEmpty ? "Nothing" : "More than one thing") of the name “\(name)” was put aside. There is:\(places)"
            )
        }
        try copy.store.backend.destroy(copy.kept)
        return copy.place
    }
}
