import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** Returns the classes of the requests and responses of an app, for `createServer`. Express sets the prototype of each
 * request and response to that of its app. V8 would then give each object a shape of its own, and could optimize none of the
 * code that reads it, Node's own included. Objects that have the prototype already keep their shape. */
export function messageClasses(app: Express) {
  class AppRequest extends IncomingMessage {
    declare private asksUpgrade: boolean | null

    /** Node reads it to hand a connection over. Only a WebSocket needs one: clients also offer other protocols, such as
     * h2c, and expect a plain reply where the server does not speak them. */
    get upgrade(): boolean | null {
      return this.asksUpgrade && this.headers.upgrade?.toLowerCase() === 'websocket'
    }
    set upgrade(asks: boolean | null) {
      this.asksUpgrade = asks
    }
  }
  class AppResponse extends ServerResponse<AppRequest> {}
  app.request = inheriting(AppRequest.prototype, app.request)
  app.response = inheriting(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}

/** Makes a prototype inherit what Express adds to requests or responses, which inherits from those of Node. */
function inheriting<T extends object>(prototype: object, added: T): T {
  Object.setPrototypeOf(prototype, added)
  return prototype as T
}
