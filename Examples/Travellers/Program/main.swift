import Travellers

await TravellersProgram.main()
