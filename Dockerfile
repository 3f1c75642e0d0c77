# A release pins the base by its digest (tools/release.py).
ARG BASE=docker.io/library/python:3.13-slim
FROM ${BASE} AS build
WORKDIR /src
RUN python -m venv /opt/brade
COPY requirements/run.lock requirements/
RUN /opt/brade/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements/run.lock
COPY pyproject.toml README.md LICENSE ./
COPY tools/build_hook.py tools/fast.py tools/
COPY core core
COPY demo demo
COPY schemas schemas
COPY service service
COPY workers workers
# The commit, which `brade --version` tells: docker compose build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
ENV BRADE_COMMIT=$COMMIT
RUN /opt/brade/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

# plain, or compiled: the rules of the games in C. Both builds pass the same tests.
ARG RULES=plain
COPY requirements/fast.lock requirements/
RUN case "$RULES" in \
    plain) ;; \
    compiled) apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
        && python -m venv /opt/fast \
        && /opt/fast/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements/fast.lock \
        && /opt/fast/bin/python -m tools.fast \
        && /opt/brade/bin/pip install --no-cache-dir --no-deps --force-reinstall dist/*.whl ;; \
    *) echo "RULES is plain or compiled, not $RULES" >&2; exit 1 ;; \
    esac

FROM ${BASE} AS app
# The data folder belongs to the service before a volume is mounted on it: a new volume takes the owner over.
RUN mkdir /data && chown 10001:10001 /data
COPY --from=build /opt/brade /opt/brade
ENV PATH=/opt/brade/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 BRADE_DATA=/data BRADE_BIND=0.0.0.0:8000
USER 10001:10001
WORKDIR /data
EXPOSE 8000
ENTRYPOINT ["brade"]
CMD ["serve"]

FROM caddy:2.11.4-alpine AS proxy
# The binary's file capability keeps it from starting where all capabilities are dropped; compose.yaml lets every user
# bind the low ports instead.
RUN setcap -r /usr/bin/caddy && chown -R 10001:10001 /config /data
COPY Caddyfile /etc/caddy/Caddyfile
USER 10001:10001

FROM nginx:1.30.6-alpine AS cluster-proxy
RUN mkdir /files && chown 101:101 /files
COPY deploy/nginx /proxy
USER 101:101
# The server that knows the other containers' names is another one in each network; nginx reads it from a file alone.
CMD ["sh", "-ec", "sed -n 's/^nameserver \\(.*\\)/resolver \\1 valid=2s ipv6=off;/p' /etc/resolv.conf | head -n 1 >/tmp/resolver.conf; exec nginx -e stderr -c /proxy/nginx.conf -p /files -g 'daemon off;'"]
