# Ollama as an ordinary user: a folder for models that it may write, also when it is a volume.
FROM ollama/ollama:0.12.10
RUN mkdir /models && chown 1000:1000 /models
ENV OLLAMA_MODELS=/models HOME=/tmp
USER 1000:1000
