import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose'
import type { Clock } from '../app/ports/ports.js'

/** Values that a browser keeps for us as cookies: encrypted and authenticated, so it can neither read nor change them. */
export interface Sealer {
  seal(claims: JWTPayload, until: Date): Promise<string>
  /** Returns the claims of a sealed value; null if it is not ours, of another purpose, changed, or ended. */
  open(value: string): Promise<JWTPayload | null>
}

/** @param secret the admin key, which all processes share: replacing it ends every session
 * @param purpose keeps the values of one use from another */
export function sealer(secret: string, purpose: string, clock: Clock): Sealer {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'palimpsest', `oidc ${purpose}`, 32))
  return {
    seal: (claims, until) =>
      new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setExpirationTime(until).encrypt(key),
    async open(value) {
      const options = {
        ...{ keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
        ...{ requiredClaims: ['exp'], currentDate: clock.now() },
      }
      return jwtDecrypt(value, key, options).then(
        ({ payload }) => payload,
        () => null,
      )
    },
  }
}
