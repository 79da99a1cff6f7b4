import Offline

await OfflineProgram.main()
