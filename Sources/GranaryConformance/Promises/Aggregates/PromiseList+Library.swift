import Granary

extension PromiseList {
    /// Checks on the library, before and after it is saved.
    static func library(
        _ name: String, _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise { unsavedAndSaved(name, Library.insert, check) }

    /// Checks on inserted objects, before they are saved, and afterwards in a new context.
    static func unsavedAndSaved(
        _ name: String, _ insert: @escaping @Sendable (Context) throws -> Void,
        _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                try insert(context)
                try check(context)
                try context.save()
            }
            try await bench.perform { try check($0) }
        }
    }
}
