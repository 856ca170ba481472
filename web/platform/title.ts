// The title of the page, in the tab and in the list of windows.

export function setTitle(screen: string): void {
  document.title = `${screen} · Group Trip Planner`
}
