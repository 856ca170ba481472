// The trip that an address opens.

import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import { screenRoutes } from '#core/screenRoutes.ts'

/** @param path of the address; undefined for a screen without an open trip */
export const tripIdIn = (path: string): string | undefined =>
  matchRoute<{ id?: string }>(parse, screenRoutes.travel, path)[1]?.id
