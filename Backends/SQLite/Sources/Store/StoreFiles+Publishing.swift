internal import GranaryStore

/// Finished files get the name of the store, next to which nothing of a former one may stay.
extension StoreFiles {
    /// How long to wait for others that give a file its name in the same directory.
    private static let patience = 10_000

    /// Gives a finished file the name of the store; not the first when another file has that already.
    ///
    /// Returns also a remark where there were side files without a database, `nil` without them: SQLite would write the
    /// content of such a log into the new database.
    ///
    /// - Throws: ``GranaryError/Code/locked`` while others make stores in the directory for too long.
    func publish(_ finished: StorePath, replacingEmpty: Bool) throws -> (isFirst: Bool, remark: GranaryError?)
    {
        let hold = try holdDirectory()
        return try withExtendedLifetime(hold) {
            // Others that make this store have the directory one after the other, so the log is not that of a store
            // which has just got its name.
            let present = try status()
            if let present, present.size > 0 || !replacingEmpty { return (false, nil) }
            let remark = try moveLogsAside()
            let isFirst = try PrivateFiles.publish(
                finished.path, as: path.path, replacingEmpty: present != nil, at: place)
            return (isFirst, remark)
        }
    }

    private func holdDirectory() throws -> FileHold {
        let end = Deadline(millisecondsFromNow: Self.patience)
        let monitor = Monitor()
        while true {
            if let hold = FileHold(path.directory) { return hold }
            if end.isPast {
                throw place.error(
                    .locked,
                    "Another process makes or moves a store in the directory and does not come to its end. End it, and try again."
                )
            }
            monitor.withLock { _ = monitor.wait(until: Deadline(millisecondsFromNow: 5)) }
        }
    }

    /// Gives logs and journals without a database names with the time; the index of a log holds no data.
    private func moveLogsAside() throws -> GranaryError? {
        let aside = try unusedName()
        var (moved, areThere): ([String], Bool) = ([], false)
        for (old, new) in zip(path.sideFiles, aside.sideFiles) {
            guard let status = try FileStatus(old, at: place) else { continue }
            areThere = true
            if old == path.index || status.size == 0 {
                try PrivateFiles.remove(old, at: place)
            } else {
                try PrivateFiles.move(old, to: new, at: place)
                moved.append(new)
            }
        }
        guard areThere else { return nil }
        guard !moved.isEmpty else {
            return place.error(
                .corrupt,
                "A new store was made where the database of a former one was gone: its side files were still there, with nothing in them. Restore the database from a backup, if it was not meant to go."
            )
        }
        try PrivateFiles.synchronizeDirectory(path.directory, at: place)
        let names = moved.map { $0.halves(atLast: "/")?.after ?? $0 }.joined(separator: ", ")
        return place.error(
            .corrupt,
            "A new store was made where the database of a former one was gone, but not its log, which may hold saves; it was kept as \(names). Restore the database from a backup, or remove that file."
        )
    }
}
