#!/bin/sh
# Creates the secrets of docker-compose.yml in ./secrets, once: existing files stay. Only their owner can enter the folder.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
chmod 700 secrets

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
# The containers read the files as other users, so the files are readable and the folder is not.
put() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 444 "secrets/$1"
}

put postgres_password "$(random)"
put admin_key "pk_admin_$(random)"
put metrics_token "$(random)"
put grafana_password "$(random)"
put redis_auth "requirepass $(random)"
put database_url "postgres://palimpsest:$(cat secrets/postgres_password)@postgres:5432/palimpsest"
put redis_url "redis://:$(sed 's/^requirepass //' secrets/redis_auth)@redis:6379"
# These are optional: keys of providers, the webhook of alerts, the secret of the OpenID Connect client. Write yours into the files.
for name in openai_api_key anthropic_api_key summary_api_key alert_webhook_url alert_webhook_key oidc_client_secret; do
  [ -e "secrets/$name" ] || printf '\n' >"secrets/$name"
  chmod 644 "secrets/$name"
done
echo "The secrets are in $PWD/secrets. The admin key: cat secrets/admin_key"
