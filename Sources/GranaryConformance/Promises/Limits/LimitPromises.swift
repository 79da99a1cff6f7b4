import FoundationEssentials
import Granary

/// Long use leaves no open files, memory or sessions behind.
enum LimitPromises: PromiseList {
    static let category = ConformanceCategory.limits

    private static let cycles = ConformanceEffort.current.isLong ? 10_000 : 400

    /// The resident memory of this process in bytes, on Linux; 0 elsewhere.
    private static var memory: Int {
        let text = FileManager.default.contents(atPath: "/proc/self/statm").map {
            String(decoding: $0, as: UTF8.self)
        }
        return (text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    static let promises: [ConformancePromise] = [
        promise("Many units of work leave no file open that was not open before", .united) { bench in
            try await bench.saveLibrary()
            for round in 0..<10 { try await use(bench, round) }
            let before = OpenDescriptors.below(bench.directory).count
            for round in 0..<cycles { try await use(bench, round) }
            let after = OpenDescriptors.below(bench.directory).count
            try expect(after <= before + 8, "\(before) open files before, \(after) after")
        },
        promise("Many failed and cancelled units of work leave no file open", .united) { bench in
            try await bench.saveLibrary()
            for round in 0..<10 { try await use(bench, round) }
            let before = OpenDescriptors.below(bench.directory).count
            for _ in 0..<(cycles / 4) {
                try await expectErrorAsync(.query, "a failing query") {
                    try await bench.perform { context in
                        _ = try context.fetch(Book.all)
                        throw GranaryError(.query, "Enough of this one.")
                    }
                }
                let task = Task { try await bench.perform { _ = try $0.fetch(Book.all) } }
                task.cancel()
                _ = try? await task.value
            }
            let after = OpenDescriptors.below(bench.directory).count
            try expect(after <= before + 8, "\(before) open files before, \(after) after")
        },
        promise("Many units of work do not take more and more memory", .united) { bench in
            try await bench.saveLibrary()
            for round in 0..<cycles { try await use(bench, round) }
            let before = memory
            for round in 0..<cycles { try await use(bench, round) }
            let growth = memory - before
            try expect(growth < 48 << 20, "memory grew by \(growth >> 20) MiB in \(cycles) units of work")
        },
        promise("Many abandoned streams leave the store as it was") { bench in
            try await bench.save { context in
                for id in 0..<500 { try context.insert(Finding(id: id)) }
            }
            for _ in 0..<(cycles / 2) {
                try await bench.perform { context in
                    try context.stream(Finding.all) { $0.id < 3 }
                }
            }
            try await bench.saveTag("t", in: bench.stack)
            try expectEqual(try await bench.perform { try $0.count(Finding.all) }, 500, "findings")
        },
        promise(
            "A context that reads everything again and again keeps only the objects that the program holds"
        ) { bench in
            try await bench.save { context in
                for id in 0..<5_000 {
                    try context.insert(Finding(id: id, string: String(repeating: "x", count: 200)))
                }
            }
            try await bench.perform { context in
                for _ in 0..<3 { try context.stream(Finding.all) { _ in true } }
                let before = memory
                for _ in 0..<10 { try context.stream(Finding.all) { _ in true } }
                try expect(memory - before < 32 << 20, "memory grew by \((memory - before) >> 20) MiB")
            }
        },
    ]

    private static func use(_ bench: ConformanceBench, _ round: Int) async throws {
        try await bench.perform { context in
            let book = try context.existing(Book.self, round % 10 + 1)
            _ = (book.author?.name, book.tags.count)
            guard round % 10 == 0 else { return }
            book.pages = round
            try context.save()
        }
    }
}
