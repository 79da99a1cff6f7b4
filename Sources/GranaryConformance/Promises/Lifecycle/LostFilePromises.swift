import FoundationEssentials
import Granary

/// The files of an open store are taken away or exchanged: whoever asks or reads is told, and all is well once they are
/// back.
enum LostFilePromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static let promises: [ConformancePromise] = [
        lost(
            "A store whose files are moved away while it is open is found by a health check and by reads",
            isReplaced: false),
        lost(
            "A store whose files are replaced while it is open is found by a health check and by reads",
            isReplaced: true),
        promise(
            "A store that follows others tells that its files are gone, though nobody uses it",
            needs: [.files, .persistent, .foreignSaves], .united
        ) { bench in
            let store = try bench.configurations(at: "followed") { $0.followsOthers = true }
            let path = try unwrap(bench.harness.backend.type.location(of: store[0]), "the place")
            let stack = try bench.stack(of: store)
            try await bench.withStack(stack) { stack in
                var errors = stack.errors.makeAsyncIterator()
                try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
                let told = try unwrap(await errors.next(), "the error")
                try expect(told.work == .watching && told.error.code == .io, "told: \(told)")
                for await status in stack.statuses where !status.isReady { break }
                try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
                try await stack.ready()
                try await bench.saveTag("after", in: stack)
            }
            try bench.harness.backend.type.destroy(store[0])
        },
    ]

    private static func lost(_ name: String, isReplaced: Bool) -> ConformancePromise {
        promise(name, needs: [.files, .persistent], .united) { bench in
            let manager = FileManager.default
            let (own, away) = ("\(bench.directory)/own", "\(bench.directory)/away")
            let place = ConformancePlace(directory: own, store: "store")
            let store = try bench.harness.placement("All", place)
            try await bench.withStack(try bench.stack(of: [store])) { stack in
                try await bench.saveTag("before", in: stack)
                let well = await stack.health(within: .seconds(60))
                try expect(well.isHealthy, "at first: \(well)")
                try manager.moveItem(atPath: own, toPath: away)
                if isReplaced { try manager.copyItem(atPath: away, toPath: own) }

                let ill = await stack.health(within: .seconds(60))
                let error = try unwrap(ill.stores.first?.error, "the error of \(ill)")
                try expect(error.code == .io && error.context.path != nil, "the error: \(error)")
                let status = stack.status
                try expect(!status.isReady && status.stores[0].isUnreachable, "the status: \(status)")
                try await requireReadsRefused(bench, stack)

                if isReplaced { try manager.removeItem(atPath: own) }
                try manager.moveItem(atPath: away, toPath: own)
                let again = await stack.health(within: .seconds(60))
                try expect(again.isHealthy, "at the end: \(again)")
                // A question that was asked before may be answered after it.
                try await stack.ready()
                try expectEqual(try await bench.words(in: stack), ["before"], "tags")
                try await bench.saveTag("after", in: stack)
            }
            try await bench.withStack(try bench.stack(of: [store])) { stack in
                try expectEqual(try await bench.words(in: stack).sorted(), ["after", "before"], "tags")
            }
        }
    }

    /// Reads until a read is refused: not the first may be, since reads that follow each other share a look.
    private static func requireReadsRefused(
        _ bench: ConformanceBench, _ stack: PersistentStack
    ) async throws {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(30) {
            do {
                _ = try await bench.words(in: stack)
            } catch GranaryError.Code.io {
                try await expectErrorAsync(.io, "the read after it") { _ = try await bench.words(in: stack) }
                return
            }
        }
        throw ConformanceFailure(.broken, "reads of files that are gone go on")
    }
}
