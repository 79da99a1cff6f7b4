/// Asking whether anything has changed since the last step, without making the step.
extension UndoHistory {
    /// Whether anything has changed since the last step.
    ///
    /// A recorded object that turns out to be unchanged begins the next step, and is not looked at again.
    ///
    /// Complexity: O(1) on average.
    func hasOpenChanges(_ records: UndoRecords) -> Bool {
        // After this, what may have changed is what is recorded, and each look makes that shorter
        // (Docs/Decisions/undoing.md).
        findUnknownChanges()
        for table in graph.tables { records.follow(table.takeFollowed()) }
        for table in graph.tables {
            while let object = table.recorded.last {
                graph.countVisited(1)
                if hasChanged(object, records) { return true }
                table.dropLastRecorded()
                restart(object, records)
            }
        }
        return hasOpenLinks(records)
    }

    private func hasChanged(_ object: any Model, _ records: UndoRecords) -> Bool {
        var step = UndoStep(saves: records.saves, name: nil)
        add(object, moment(of: object), records, to: &step)
        return !step.isEmpty
    }

    /// Has the next step begin with the object as it is; its next change adds it to the record.
    private func restart(_ object: any Model, _ records: UndoRecords) {
        records.begin(with: [(object, moment(of: object))], [:], [:])
        graph.table(of: object)?.watch(object)
    }

    private func hasOpenLinks(_ records: UndoRecords) -> Bool {
        for (table, recorded) in graph.links.recorded {
            for pair in recorded {
                graph.countVisited(1)
                if records.links[table]?[pair] != graph.links.change(of: pair, table) { return true }
                graph.dropRecordedPair(pair, of: table)
            }
        }
        return false
    }
}
