import Granary

extension PromiseList {
    /// Checks on the library, before and after it is saved.
    static func library(
        _ name: String, _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try check(context)
                try context.save()
            }
            try await bench.perform { try check($0) }
        }
    }
}
