// Replaces MSW's interceptors of XMLHttpRequest and WebSocket, which the demo does not use.

class Nothing {
  predicate(): boolean {
    return false
  }

  on(): this {
    return this
  }

  removeListener(): this {
    return this
  }

  apply(): void {}

  dispose(): void {}
}

export { Nothing as XMLHttpRequestInterceptor, Nothing as WebSocketInterceptor }
export { Nothing as WebSocketClientConnection, Nothing as WebSocketServerConnection }
