// The schemas of a currency field: three letters in either case, one of the product's currencies (docs/spec.md §5), or any
// of ISO 4217 for what an imported expense was paid in.

import * as v from 'valibot'
import { CURRENCIES, type CurrencyCode } from '#core/kernel/money.ts'

const codes: readonly string[] = CURRENCIES

const fieldOf = (isSupported: (code: string) => boolean) =>
  v.pipe(
    v.string('Currency must be 3 characters'),
    v.transform((code) => code.toUpperCase()),
    v.length(3, 'Currency must be 3 characters'),
    v.check(isSupported, 'Currency is not supported'),
    v.transform((code): CurrencyCode => code),
  )

export const currencyField = fieldOf((code) => codes.includes(code))

/** The other currencies in use of ISO 4217, July 2025, without funds, metals and codes for tests. */
const OTHERS = (
  'AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CDF CHF CLP COP CRC CUP CVE ' +
  'CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD KES KGS ' +
  'KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
  'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SHP SLE SOS SRD SSP STN SVC SYP SZL ' +
  'THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ')

/** All of ISO 4217, the product's first. */
export const isoCurrencies: readonly CurrencyCode[] = [...CURRENCIES, ...OTHERS]
const known = new Set(isoCurrencies)

export const isIsoCurrency = (code: string): boolean => known.has(code)

export const isoCurrencyField = fieldOf(isIsoCurrency)
