// The words of Splitwise's exports in the languages in which they were read, in lower case. Columns are found by their
// position; words confirm them, so that a language that is missing here still works.

const words = (text: string): ReadonlySet<string> => new Set(text.split('|'))

/** The headers of the first five columns. */
export const splitwiseHeaders: readonly ReadonlySet<string>[] = [
  words('date|fecha|datum|tanggal|data|日付|วันที่'),
  words(
    'description|descripción|beschreibung|keterangan|descrizione|概要|omschrijving|opis|descrição|beskrivning|คำอธิบาย',
  ),
  words('category|categoría|catégorie|kategorie|kategori|categorie|categoria|カテゴリ|kategoria|หมวดหมู่'),
  words('cost|coste|coût|kosten|biaya|costo|費用|koszt|custo|kostnad|ราคา'),
  words('currency|moneda|devise|währung|mata uang|valuta|通貨|waluta|moeda|สกุลเงิน'),
]

export const totalWords = words(
  'total balance|saldo total|solde total|gesamtbilanz|total saldo|bilancio totale|合計残高|totaal saldo|całkowite saldo|' +
    'totalsumma|ยอดคงเหลือรวม',
)

/** The category of payments. English, German and Spanish were read in files; the others are dictionary words. */
export const paymentWords = words(
  'payment|zahlung|pago|paiement|pagamento|betaling|pembayaran|支払い|płatność|betalning|การชำระเงิน',
)
