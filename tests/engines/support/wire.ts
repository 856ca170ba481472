// The commands of W3C WebDriver that the journeys need. WebKitWebDriver takes them over HTTP; Firefox takes the same
// ones under other names over a socket (Marionette).

/** The method and path over HTTP, below `/session/{id}`, and the name in Marionette. */
const commands = {
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  back: ['POST', '/back', 'WebDriver:Back'],
  execute: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  clear: ['POST', '/element/{id}/clear', 'WebDriver:ElementClear'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  actions: ['POST', '/actions', 'WebDriver:PerformActions'],
  resize: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  screenshot: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
  pictureOf: ['GET', '/element/{id}/screenshot', 'WebDriver:TakeScreenshot'],
} as const

export type CommandName = keyof typeof commands
export type Parameters = Record<string, unknown>

/** One session of one browser. */
export interface Wire {
  /** @throws WebDriverError */
  send<Result = unknown>(command: CommandName, parameters?: Parameters): Promise<Result>
  close(): Promise<void>
}

export class WebDriverError extends Error {
  override name = 'WebDriverError'
  /** The code in the standard, for example 'element click intercepted'. */
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The parameter `id` is the element's, and is part of the path. */
export function pathOf(
  command: CommandName,
  { id, ...rest }: Parameters,
): [method: string, path: string, rest: Parameters] {
  const [method, path] = commands[command]
  return [method, path.replace('{id}', String(id)), rest]
}

export const marionetteNameOf = (command: CommandName): string => commands[command][2]
