{{/* Pod of a process. Arguments: root, role, command, processes. */}}
{{- define "palimpsest.pod" -}}
metadata:
  labels:
    app.kubernetes.io/name: palimpsest
    app.kubernetes.io/instance: {{ .root.Release.Name }}
    app.kubernetes.io/component: {{ .role }}
spec:
  automountServiceAccountToken: false
  # A process stops within 10 s.
  terminationGracePeriodSeconds: 20
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .role }}
      {{- $tag := .root.Values.image.tag | default .root.Chart.AppVersion }}
      image: '{{ .root.Values.image.repository }}{{ hasPrefix "sha256:" $tag | ternary "@" ":" }}{{ $tag }}'
      imagePullPolicy: {{ .root.Values.image.pullPolicy | default "IfNotPresent" }}
      command: {{ toJson .command }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: ROLE, value: {{ .role }} }
        - { name: HOST, value: 0.0.0.0 }
        - { name: PORT, value: '7420' }
        - { name: DATA_DIR, value: /data }
        {{- range $name, $value := .root.Values.env }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
        {{- $secrets := list "DATABASE_URL" "REDIS_URL" "SUMMARY_API_KEY" "METRICS_TOKEN" "ALERT_WEBHOOK_URL" "ALERT_WEBHOOK_KEY" }}
        {{- if eq .role "api" }}
        {{- $secrets = concat $secrets (list "ADMIN_KEY" "OPENAI_API_KEY" "ANTHROPIC_API_KEY" "OIDC_CLIENT_SECRET") }}
        {{- end }}
        {{- $required := list "DATABASE_URL" "REDIS_URL" "ADMIN_KEY" }}
        {{- $secret := .root.Values.existingSecret }}
        {{- range $name := $secrets }}
        - name: {{ $name }}
          valueFrom:
            secretKeyRef: { name: {{ $secret }}, key: {{ lower $name }}, optional: {{ not (has $name $required) }} }
        {{- end }}
      {{- if eq .role "api" }}
      ports:
        - { name: http, containerPort: 7420 }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        # A migration of a large database takes minutes.
        failureThreshold: 300
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- else }}
      # No liveness probe: a restart would not bring the database back, and a worker that dies is noticed by the others.
      readinessProbe:
        exec: { command: [node, dist/src/cli/main.js, doctor, --only, 'database,queue'] }
        initialDelaySeconds: 5
        periodSeconds: 60
        timeoutSeconds: 30
        failureThreshold: 2
      {{- with .root.Values.env.METRICS_PORT }}
      ports:
        - { name: metrics, containerPort: {{ . }} }
      {{- end }}
      {{- end }}
      {{- with .processes.resources }}
      resources: {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /data }
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 1Gi }
    - name: data
      emptyDir: { sizeLimit: 64Mi }
{{- end }}
