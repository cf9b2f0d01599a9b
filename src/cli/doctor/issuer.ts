import type { Config } from '../../config.js'
import { readMetadata } from '../../oidc/metadata.js'
import { readKeys } from '../../oidc/tokens.js'
import { degraded, ok, reasonOf, type Finding } from './finding.js'

/** Checks that the issuer publishes its metadata and keys. Without it the daemon works, with keys. */
export async function issuer({ oidc }: Config): Promise<Finding> {
  if (oidc === null) return ok('keys only: no OIDC_ISSUER')
  try {
    const metadata = await readMetadata(oidc.issuer)
    await readKeys(metadata)
    if (oidc.login && (metadata.authorizationEndpoint === null || metadata.tokenEndpoint === null))
      return degraded(
        `the issuer ${oidc.issuer} has no sign-in for browsers`,
        'Unset OIDC_CLIENT_ID, or use another issuer.',
      )
    return ok(`issuer ${oidc.issuer}`)
  } catch (error) {
    const advice =
      'Check OIDC_ISSUER and the issuer. Until then, new tokens and sign-ins are refused with 503; keys work.'
    return degraded(`the issuer ${oidc.issuer} is unavailable (${reasonOf(error)})`, advice)
  }
}
