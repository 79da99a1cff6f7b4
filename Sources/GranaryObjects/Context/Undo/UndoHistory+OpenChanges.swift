/// Checks whether anything has changed since the last step, without making the step.
extension UndoHistory {
    /// Whether anything has changed since the last step.
    ///
    /// A recorded object that is found unchanged begins the next step, and is not checked again.
    ///
    /// Complexity: O(1) on average.
    func hasOpenChanges(_ records: UndoRecords) -> Bool {
        // After this, the recorded objects are all that may have changed, and each check shortens the record
        // (Docs/Decisions/undoing.md).
        findUnknownChanges()
        for table in graph.tables { records.follow(table.drainFollowed()) }
        for table in graph.tables {
            while let object = table.recorded.last {
                graph.lookup.countVisited(1)
                if hasChanged(object, records) { return true }
                table.dropLastRecorded()
                restart(object, records)
            }
        }
        return hasOpenLinks(records)
    }

    private func hasChanged(_ object: any Model, _ records: UndoRecords) -> Bool {
        var step = UndoStep(saves: records.saves, name: nil)
        add(object, state(of: object), records, to: &step)
        return !step.isEmpty
    }

    /// Makes the next step begin with the object's current state; its next change adds it to the record.
    private func restart(_ object: any Model, _ records: UndoRecords) {
        records.begin(with: [(object, state(of: object))], [:], [:])
        graph.tables.table(of: object)?.watch(object)
    }

    private func hasOpenLinks(_ records: UndoRecords) -> Bool {
        for (table, recorded) in graph.links.recorded {
            for pair in recorded {
                graph.lookup.countVisited(1)
                if records.links[table]?[pair] != graph.links.change(of: pair, table) { return true }
                graph.links.dropRecorded(pair, of: table)
            }
        }
        return false
    }
}
