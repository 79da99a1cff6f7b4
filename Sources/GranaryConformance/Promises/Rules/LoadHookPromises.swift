import Granary

/// Objects are notified when they are made from rows.
enum LoadHookPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        ruled("The load hook of an object runs once, with its values, before the program gets the object") {
            context, _ in
            let slips = try context.fetch(Slip.all)
            try expectEqual(slips.map(\.heard), [["didLoad slip 1"], ["didLoad slip 2"]], "calls")
            _ = try context.fetch(Slip.all)
            try context.refresh(slips[0])
            try context.refreshAll()
            try expectEqual(slips.map(\.heard.count), [1, 1], "calls after reading again")
        },
        ruled("Objects that a relationship, a stream or a key brings are told that they are loaded") {
            context, bench in
            let parcel = try context.existing(Parcel.self, 1)
            try expectEqual(parcel.slips.map(\.heard), [["didLoad slip 1"]], "through a list")
            let streaming = try bench.reader()
            var heard: [[String]] = []
            try streaming.stream(Slip.all) {
                heard.append($0.heard)
                return true
            }
            try expectEqual(heard, [["didLoad slip 1"], ["didLoad slip 2"]], "in a stream")
            let child = context.makeChild(.child)
            try expectEqual(try child.existing(Slip.self, 2).heard, ["didLoad slip 2"], "by key in a child")
        },
        ruled("A new object is not told that it is loaded, and neither is one that is saved") { context, _ in
            let slip = try RuleScene.slip(9, in: context)
            try context.save()
            try expectEqual(slip.heard.filter { $0.contains("didLoad") }, [], "calls")
        },
        ruled("A hook that reads a relationship that is not loaded gets an error that names both") {
            context, bench in
            try context.existing(Slip.self, 1).text = "curious"
            try context.save()
            let reader = try bench.reader()
            let slip = try reader.existing(Slip.self, 1)
            try expectEqual(slip.heard, ["didLoad curious", "no parcel"], "calls")
            let error = try expectError(.invalidObject, "the save") { try reader.save() }
            try expect(error.message.contains("`didLoad` of Slip read Slip.parcel"), error.message)
            reader.rollback()
            try expectEqual(slip.parcel?.id, 1, "the parcel after the fetch")
            // A child reads from its parent in the same way.
            let child = context.makeChild(.child)
            try expectEqual(
                try child.existing(Slip.self, 1).heard, ["didLoad curious", "no parcel"], "calls")
            try expectError(.invalidObject, "the child's save") { try child.save() }
        },
        ruled("A hook reads a relationship whose object is loaded already") { context, bench in
            try context.existing(Slip.self, 1).text = "curious"
            try context.save()
            let reader = try bench.reader()
            let parcel = try reader.existing(Parcel.self, 1)
            try expectEqual(
                try reader.existing(Slip.self, 1).heard, ["didLoad curious", parcel.label], "calls")
            try reader.save()
        },
        ruled("An object that is loaded and only read has no changes") { context, _ in
            _ = try context.fetch(Slip.all)
            try expect(!context.hasChanges, "there are changes")
        },
    ]
}
