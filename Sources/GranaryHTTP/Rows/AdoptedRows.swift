#if HTTP
    import Granary
    import GranarySync

    /// Rows of an answer as snapshots of their model, whose type is not known here.
    struct AdoptedRows: Sendable {
        /// Adds them to a payload.
        let add: @Sendable (inout RemotePayload) -> Void
        /// The keys of the rows.
        let keys: @Sendable () -> [ObjectKey]
        /// The number of rows.
        let count: Int
        /// How often each property could not be read; the name is empty where the row as a whole could not.
        let faults: [String: Int]

        /// Makes the snapshots of rows.
        ///
        /// - Throws: ``GranaryError/Code/invalidValue`` for a row that is not of the model, unless it may be left out.
        init<M: Model>(_ model: M.Type, _ rows: [ReadRow], isLenient: Bool) throws {
            var snapshots: [M.Snapshot] = []
            snapshots.reserveCapacity(rows.count)
            var partial: [(snapshot: M.Snapshot, names: Set<String>)] = []
            var faults: [String: Int] = [:]
            for row in rows {
                do {
                    if row.isPartial {
                        let (snapshot, names) = try M.Snapshot.partial(.object(row.members))
                        partial.append((snapshot, names))
                    } else {
                        snapshots.append(try M.Snapshot(members: row.members))
                    }
                } catch let error as GranaryError where isLenient {
                    faults[error.context.properties.first ?? "", default: 0] += 1
                }
            }
            self.faults = faults
            count = snapshots.count + partial.count
            keys = { [snapshots, partial] in
                snapshots.map(\.objectID.key.objectKey) + partial.map(\.snapshot.objectID.key.objectKey)
            }
            add = { [snapshots, partial] payload in
                payload.add(snapshots)
                payload.add(partial: partial.map { PartialRow<M>($0.snapshot, serving: $0.names) })
            }
        }
    }
#endif
