import FoundationEssentials
import Granary

/// Files are private, links are not followed, and names cannot lead elsewhere.
enum FilePromises: PromiseList {
    static let category = ConformanceCategory.security

    static var promises: [ConformancePromise] { [modes, links, deadLinks, gone, names, leftovers, raw] }

    private static var modes: ConformancePromise {
        promise(
            "Files are for their owner alone, side files and directories too, whatever the mask",
            needs: .files, .united
        ) {
            bench in
            let place = ConformancePlace(directory: "\(bench.directory)/private/deep", store: "store")
            let stack = try bench.stack(of: [bench.harness.placement("All", place)])
            try withoutFileMask {
                try stack.start()
                let context = try stack.makeContext()
                for number in 0..<200 { try context.insert(Stamp(text: "\(number)")) }
                try context.save()
                let tree = FileTree("\(bench.directory)/private")
                try expect(try !tree.files.isEmpty, "there are no files")
                for file in try tree.files { try expectEqual(tree.mode(file), 0o600, "the mode of \(file)") }
                for directory in try tree.directories {
                    try expectEqual(tree.mode(directory), 0o700, "the mode of \(directory)")
                }
                context.reset()
            }
            try await stack.close()
            try await stack.destroyPersistentStores()
        }
    }

    private static var links: ConformancePromise {
        promise(
            "A symbolic link in place of a store is refused, and its target stays", needs: .files,
            .united
        ) {
            bench in
            try await bench.saveLibrary()
            try await bench.stack.close()
            let own = try unwrap(
                bench.harness.backend.type.location(of: bench.configurations()[0]), "the place")
            let other = try unwrap(
                bench.harness.backend.type.location(of: bench.configurations(at: "link")[0]),
                "the other place")
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: own)
            let before = try FileTree(bench.directory).contents()
            let stack = try bench.anotherStack(at: "link")
            try expectError(.denied, "starting") { try stack.start() }
            try expectError(.denied, "destroying") { try stack.destroyPersistentStores() }
            try expectEqual(try FileTree(bench.directory).contents(), before, "the files")
            try FileManager.default.removeItem(atPath: other)
        }
    }

    private static var deadLinks: ConformancePromise {
        promise(
            "A path through a link to nowhere, or through a file, is refused before anything is made",
            needs: .files, .united
        ) { bench in
            let dead = "\(bench.directory)/dead"
            try FileManager.default.createSymbolicLink(
                atPath: dead, withDestinationPath: "\(bench.directory)/unmounted/disk")
            try Data("text".utf8).write(to: URL(filePath: "\(bench.directory)/file"))
            let before = try FileTree(bench.directory).paths
            for location in [dead, "\(dead)/below", "\(bench.directory)/file/below", "/proc/granary"] {
                let configuration = try bench.harness.placement(
                    "All", ConformancePlace(directory: location, store: "store"))
                let stack = try bench.stack(of: [configuration])
                do {
                    try await stack.start()
                    throw ConformanceFailure(.broken, "\(location): the store was made")
                } catch let error as GranaryError {
                    let codes: [GranaryError.Code] = [.denied, .notFound, .io]
                    try expect(codes.contains(error.code), "\(location): \(error)")
                }
            }
            try expectEqual(try FileTree(bench.directory).paths, before, "files")
        }
    }

    private static var gone: ConformancePromise {
        promise(
            "No save is acknowledged by a store whose directory was removed, or replaced by another",
            needs: [.files, .persistent], .united
        ) { bench in
            let manager = FileManager.default
            for replaced in [false, true] {
                let (own, away) = ("\(bench.directory)/own", "\(bench.directory)/away")
                let place = ConformancePlace(directory: own, store: "store")
                let stack = try bench.stack(of: [bench.harness.placement("All", place)])
                try await stack.start()
                try await bench.saveTag("before", in: stack)
                try manager.copyItem(atPath: own, toPath: away)
                try manager.removeItem(atPath: own)
                if replaced { try manager.copyItem(atPath: away, toPath: own) }
                for _ in 0..<2 {
                    do {
                        try await bench.saveTag("lost", in: stack)
                        throw ConformanceFailure(.broken, "a save into nowhere was acknowledged")
                    } catch let error as GranaryError {
                        let codes: [GranaryError.Code] = [.io, .notFound, .corrupt, .denied]
                        try expect(codes.contains(error.code), "\(error)")
                    }
                }
                try? await stack.close()
                if !replaced { try manager.copyItem(atPath: away, toPath: own) }
                let again = try bench.stack(of: [bench.harness.placement("All", place)])
                try await bench.withStack(again) { stack in
                    try expectEqual(try await bench.words(in: stack), ["before"], "tags")
                    try await bench.saveTag("after", in: stack)
                }
                for path in [own, away] { try manager.removeItem(atPath: path) }
            }
        }
    }

    private static var names: ConformancePromise {
        promise("File names that lead elsewhere are refused before anything is made", needs: .files, .united)
        { bench in
            let before = try FileTree(bench.directory).paths
            try expect(!before.isEmpty, "the store has no file")
            let hostile = [
                "..", ".", "", "../escaped", "a/b", "a\\b", "a\u{0}b", "a\nb",
                String(repeating: "x", count: 300),
                // A separator with a combining mark is one character in Swift, and two for the system.
                "../\u{301}escaped", "a/\u{301}b", "a\\\u{301}b", "../\u{FE0F}escaped", "a/\u{200D}b",
            ]
            for name in hostile {
                try expectError(.configuration, "the name \(name.debugDescription)") {
                    let stack = try bench.stack(of: bench.configurations { $0.file = name })
                    try stack.start()
                }
            }
            for location in [
                "", "a\u{0}b", "$HOME/data", "data/${USER}", "~/data", "~\u{301}/data",
                String(repeating: "y", count: 5_000),
            ] {
                try expectError(.configuration, "the location \(location.prefix(20).debugDescription)") {
                    let stack = try bench.stack(of: bench.configurations { $0.location = location })
                    try stack.start()
                }
            }
            try expectEqual(try FileTree(bench.directory).paths, before, "files")
        }
    }

    private static var leftovers: ConformancePromise {
        promise(
            "A foreign file in place of a store is refused and left untouched", needs: .files, .united
        ) { bench in
            try refuseForeign(bench, at: "foreign")
        }
    }

    /// Puts a foreign file in place of a store, expects that opening refuses and keeps it, and removes it.
    private static func refuseForeign(_ bench: ConformanceBench, at name: String) throws {
        let place = try unwrap(
            bench.harness.backend.type.location(of: bench.configurations(at: name)[0]), "the place")
        let text = Data("Dear diary, this belongs to somebody else entirely.".utf8)
        try text.write(to: URL(filePath: place))
        let stack = try bench.anotherStack(at: name)
        try expectError(.foreign, "starting") { try stack.start() }
        try expectError(.foreign, "destroying") { try stack.destroyPersistentStores() }
        try expectEqual(FileManager.default.contents(atPath: place), text, "the file")
        try FileManager.default.removeItem(atPath: place)
    }

    private static var raw: ConformancePromise {
        promise("Opening and refusing leaves no temporary file", needs: .files, .united) { bench in
            let before = try FileTree(bench.directory).files
            try expect(!before.isEmpty, "the store has no file")
            for number in 0..<5 {
                let name = "new\(number)"
                let readOnly = try bench.stack(of: bench.configurations(at: name) { $0.isReadOnly = true })
                try expectError(.notFound, "opening a missing store") { try readOnly.start() }
                try refuseForeign(bench, at: name)
                try expectEqual(
                    try FileTree(bench.directory).files, before, "files left by the refused opening")
                let stack = try bench.anotherStack(at: name)
                try await bench.withStack(stack) { try await bench.saveTag("t", in: $0) }
                try await stack.destroyPersistentStores()
            }
            try expectEqual(try FileTree(bench.directory).files, before, "files left")
        }
    }
}
