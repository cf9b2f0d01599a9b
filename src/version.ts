/** Version of the service. A test checks that it equals the version in package.json. */
export const VERSION = '0.1.0'
