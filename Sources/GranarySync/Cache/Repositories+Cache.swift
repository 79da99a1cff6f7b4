public import Granary

extension Repositories {
    /// Shrinks the caches of all models to a share of the rows that they hold now, those used last; for a program that
    /// is asked to save memory.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// repositories.shrink(to: 0.5)
    /// ```
    ///
    /// They grow again up to their limits. Where the kernel says that memory is scarce, Granary calls this itself, with a
    /// half: Linux with pressure stall information, or a limit of a control group of version 2. Elsewhere only the program
    /// does.
    ///
    /// - Parameter share: the share of rows and bytes that stays, from 0 to 1; 0 empties them.
    public func shrink(to share: Double) { core.caches.shrink(to: share) }

    /// Shrinks the caches of all models, each by the same share, until they hold no more than a size together.
    public func shrink(to size: CacheSize) { core.caches.shrink(to: size) }

    /// How much of a model is cached now; nothing of one without a cache.
    public func cached<M: Model>(_ model: M.Type) -> CacheSize { core.caches[model]?.size ?? .zero }

    /// How often the store was asked for objects by their identities because the cache of a model lacked one.
    package func cacheMisses<M: Model>(of model: M.Type) -> Int { core.caches[model]?.misses ?? 0 }

    /// Has the caches look at other files of the kernel.
    package func watchMemory(_ files: MemoryFiles, _ clock: any Clock<Duration>) {
        core.caches.memory.watch(files, clock)
    }
}
