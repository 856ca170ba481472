// Loads the dialog that imports a file as a new trip. In a file of its own, so that the first screens do not list all files
// that the dialog needs.

export const loadTripImport = async () =>
  (await import('#web/money/imports/ImportTripDialog.tsx')).ImportTripDialog
