import FoundationEssentials
import Granary
import GranarySync

extension RemoteSourcePromise {
    /// The promises of sources.
    public static var all: [RemoteSourcePromise] { ofReading + ofWriting + ofChanges }

    private static var ofReading: [RemoteSourcePromise] {
        [
            RemoteSourcePromise("A query has the rows of the server, as they are there") { trial in
                let rows = try await trial.put(0..<3)
                let answer = try await trial.repository.fetch(M.all, .remote)
                try expect(rows.allSatisfy(answer.contains), "that the answer has the rows")
            },
            RemoteSourcePromise("An object is asked for by its identity") { trial in
                let rows = try await trial.put(0..<2)
                try await expectAsync(
                    try await trial.repository.object(rows[1].objectID, .remote) == rows[1])
            },
            RemoteSourcePromise("Several objects are asked for by their identities") { trial in
                let rows = try await trial.put(0..<4)
                let wanted = [rows[3], rows[1]]
                let answer = try await trial.repository.objects(wanted.map(\.objectID), .remote)
                try expect(Array(answer) == wanted && answer.isComplete)
            },
            RemoteSourcePromise("An object that the server does not have is no error") { trial in
                let row = trial.harness.makeRow(0)
                try await expectAsync(try await trial.repository.object(row.objectID, .remote) == nil)
            },
            RemoteSourcePromise("An object that others have deleted is gone") { trial in
                let rows = try await trial.put(0..<2)
                _ = try await trial.repository.objects(rows.map(\.objectID), .remote)
                try await trial.harness.remove(rows[0].objectID)
                let answer = try await trial.repository.objects(rows.map(\.objectID), .remote)
                try expect(Array(answer) == [rows[1]], "that the other one is left")
            },
            RemoteSourcePromise("A part of a list deletes nothing") { trial in
                let rows = try await trial.put(0..<5)
                _ = try await trial.repository.objects(rows.map(\.objectID), .remote)
                for limit in [0, 1, 3] {
                    _ = try await trial.repository.fetch(M.all.limit(limit), .remote, extra: .replace)
                    try await expectAsync(try await trial.stored(rows).count == 5, "limit \(limit)")
                }
            },
            RemoteSourcePromise("A part of a list is not the whole of it") { trial in
                let rows = try await trial.put(0..<4)
                _ = try await trial.repository.fetch(M.all.limit(1), .remote)
                let answer = try await trial.repository.fetch(M.all, .localOrRemote)
                try expect(rows.allSatisfy(answer.contains), "that the answer has the rows")
            },
            RemoteSourcePromise("A whole list says what is gone") { trial in
                let rows = try await trial.put(0..<3)
                let first = try await trial.repository.fetch(M.all, .remote, extra: .replace)
                try await trial.harness.remove(rows[1].objectID)
                let second = try await trial.repository.fetch(M.all, .remote, extra: .replace)
                // A source that cannot serve a list as a whole says so, and deletes nothing.
                let isGone = try await trial.stored([rows[1]]).isEmpty
                try expect(isGone || !first.isComplete && !second.isComplete)
                try await expectAsync(try await trial.stored([rows[0], rows[2]]).count == 2)
            },
            RemoteSourcePromise("Without a connection the store answers") { trial in
                guard let setConnected = trial.harness.setConnected else { return }
                let rows = try await trial.put(0..<1)
                _ = try await trial.repository.objects(rows.map(\.objectID), .remote)
                try await setConnected(false)
                let answer = try await trial.repository.objects(rows.map(\.objectID), .remoteOrLocal)
                try expect(Array(answer) == rows && answer.remoteError?.code == .unavailable)
                try await expectThrows(.unavailable) {
                    _ = try await trial.repository.fetch(M.all, .remote)
                }
            },
        ]
    }

    private static var ofWriting: [RemoteSourcePromise] {
        [
            RemoteSourcePromise("A new object arrives as it is here") { trial in
                let row = try await trial.repository.save(trial.harness.makeRow(0))
                try await trial.sendAll()
                try await expectAsync(try await trial.harness.held(row.objectID) == row)
            },
            RemoteSourcePromise("A change arrives") { trial in
                var row = try await trial.put(0..<1)[0]
                _ = try await trial.repository.object(row.objectID, .remote)
                trial.harness.change(&row)
                try await trial.repository.save(row)
                try await trial.sendAll()
                try await expectAsync(try await trial.harness.held(row.objectID) == row)
                try await expectAsync(try await trial.stored([row]) == [row])
            },
            RemoteSourcePromise("A deletion arrives") { trial in
                let row = try await trial.put(0..<1)[0]
                _ = try await trial.repository.object(row.objectID, .remote)
                try await trial.repository.delete(row.objectID)
                try await trial.sendAll()
                try await expectAsync(try await trial.harness.held(row.objectID) == nil)
            },
            RemoteSourcePromise("Writes of one object arrive in their order") { trial in
                var row = try await trial.repository.save(trial.harness.makeRow(0))
                try await trial.sendAll()
                for _ in 0..<4 {
                    trial.harness.change(&row)
                    try await trial.repository.save(row)
                }
                try await trial.sendAll()
                try await expectAsync(try await trial.harness.held(row.objectID) == row)
            },
            RemoteSourcePromise("A write that arrives again is carried out once") { trial in
                var row = try await trial.repository.save(trial.harness.makeRow(0))
                try await trial.sendAll()
                // What others have changed since is not taken back.
                trial.harness.change(&row)
                try await trial.harness.put(row)
                for batch in trial.passing.batches {
                    let outcomes = try await trial.harness.source.send(batch)
                    try expect(outcomes.count == batch.writes.count, "that each write has an outcome")
                }
                try await expectAsync(try await trial.harness.held(row.objectID) == row)
            },
            RemoteSourcePromise("A deletion that arrives again is accepted") { trial in
                let row = try await trial.repository.save(trial.harness.makeRow(0))
                try await trial.sendAll()
                try await trial.repository.delete(row.objectID)
                try await trial.sendAll()
                for batch in trial.passing.batches { _ = try await trial.harness.source.send(batch) }
                try await expectAsync(try await trial.harness.held(row.objectID) == nil)
            },
            RemoteSourcePromise("Without a connection writes wait, and arrive once later") { trial in
                guard let setConnected = trial.harness.setConnected else { return }
                try await setConnected(false)
                let row = try await trial.repository.save(trial.harness.makeRow(0))
                try await trial.sending {
                    try await trial.wait { !trial.passing.batches.isEmpty }
                    try await expectAsync(try await trial.harness.held(row.objectID) == nil)
                    try await setConnected(true)
                    try await trial.wait {
                        trial.repositories.networkIsBack()
                        return try await trial.repositories.outbox.counts().waiting == 0
                    }
                }
                try await expectAsync(try await trial.harness.held(row.objectID) == row)
            },
        ]
    }

    private static var ofChanges: [RemoteSourcePromise] {
        [
            RemoteSourcePromise("Changes have every new row and every deletion, or there are none") { trial in
                var rows = try await trial.put(0..<3)
                do { try await trial.repositories.refresh(M.self) } catch let error as GranaryError
                    where error.code == .unsupported
                { return }
                try await expectAsync(try await trial.stored(rows) == rows)
                trial.harness.change(&rows[0])
                try await trial.harness.put(rows[0])
                try await trial.harness.remove(rows[1].objectID)
                try await trial.repositories.refresh(M.self)
                try await expectAsync(try await trial.stored(rows) == [rows[0], rows[2]])
                try await trial.repositories.refresh(M.self)
                try await expectAsync(try await trial.stored(rows) == [rows[0], rows[2]])
            }
        ]
    }
}
